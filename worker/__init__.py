"""Inside the sandbox: frames, boot, canaries, the agent with its offline writer, and the hand."""
