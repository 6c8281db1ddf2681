"""What is printed, still without ink: marks in millimetres on cards, sheets and documents."""
