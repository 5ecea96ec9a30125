"""What a minor country is to whom (82.11), who is at war, what clocks run, and which rules hold there.

Read ``model.tables.areas`` first (the countries as data), then ``model.state.areas`` (what a campaign
remembers of them).
"""
