"""Computer opponents. They see the view of their seat and nothing else."""
