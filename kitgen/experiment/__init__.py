"""Many machines: experiments, the compiled kernel that runs them, percentiles, sweeps and reports."""
