"""The slips that may explain a journal and its counted beads: of hands, of the pen, what nobody
noted, and exchanged boxes.
"""
