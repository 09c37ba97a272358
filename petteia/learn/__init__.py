"""Learning from self-play: `petteia train GAME`. It takes PyTorch, and a graphics card for more than a try.

What is learned is played by `petteia.bots.network`, which takes neither.
"""
