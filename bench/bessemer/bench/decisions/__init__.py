"""How many decisions a second does a referee take, over gRPC?"""
