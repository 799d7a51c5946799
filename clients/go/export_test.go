package aidstack

// ProofAt is what NewProof makes at a time with a nonce.
var ProofAt = newProof
