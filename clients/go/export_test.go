package aidstack

// ProofAt is what NewProof makes at a time with a nonce.
var ProofAt = newProof

// AlwaysDrawTheNewest has workers draw the newest of the tasks among which they draw, until it is undone.
func AlwaysDrawTheNewest() (undo func()) {
	own := randomBelow
	randomBelow = func(count int) int { return count - 1 }
	return func() { randomBelow = own }
}

// DueChoice is the choice of a worker among 50 due tasks.
type DueChoice struct{ choice dueChoice }

// Drawn returns among how many of the oldest tasks the worker draws, before a claim that it gets or does not get.
func (c *DueChoice) Drawn(isOwn bool) int {
	var due []*dueTask
	for number := range 50 {
		due = append(due, &dueTask{id: string(rune('z' - number))})
	}
	drawn := c.choice.pick(due)
	c.choice.claimed(isOwn)
	return 50 - int('z'-drawn.id[0])
}
