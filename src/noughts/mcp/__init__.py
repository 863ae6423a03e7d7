"""The referee for agents: games, rules, positions, analyses and exact values by the Model Context Protocol."""
