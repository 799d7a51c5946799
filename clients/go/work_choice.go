package aidstack

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// maxOldest is the maximum number of oldest tasks that a worker chooses among.
const maxOldest = 32

// randomBelow returns a random number from 0 up to n - 1.
var randomBelow = rand.IntN

// dueChoice chooses the due task that a worker claims next: the oldest one, as long as no other worker competes for it.
// After each claim that it loses, it picks randomly among twice as many of the oldest tasks, so that workers of one
// agent soon claim different ones; after each claim that it wins, among one fewer.
type dueChoice struct {
	// more is how many tasks it chooses among, in addition to the oldest one.
	more int
}

// pick returns one of the due tasks, or nil if there is none.
func (c *dueChoice) pick(due []*dueTask) *dueTask {
	if len(due) == 0 {
		return nil
	}
	// Ids start with a timestamp, so they sort by age.
	slices.SortFunc(due, func(one, other *dueTask) int { return strings.Compare(one.id, other.id) })
	return due[randomBelow(min(c.more+1, len(due)))]
}

// claimed records whether this worker won the task that it claimed.
func (c *dueChoice) claimed(isOwn bool) {
	if isOwn {
		c.more = max(c.more-1, 0)
	} else {
		c.more = min(2*(c.more+1), maxOldest) - 1
	}
}
