package aidstack

import "crypto/ed25519"

// checkedBody is a body that can be seen to be wrong before it is sent.
type checkedBody interface{ mistake() *Error }

// maxAttachments is the limit of all attachments of an email together, 3.5 MB. See: docs/contract/mail.md#sending-mail.
const maxAttachments = 3_670_016

func (p MailSendParams) mistake() *Error {
	size := 0
	for _, attached := range p.Attachments {
		size += len(attached.Content)
	}
	if size > maxAttachments {
		return mistake("attachments", "at most 3.5 MB in total, not %d bytes", size)
	}
	return nil
}

// mistake refuses what is longer than a public key, as a private key is in each of its usual forms, so that none is sent
// by mistake.
func (p VaultKeypairSetParams) mistake() *Error {
	if len(p.PublicKey) != ed25519.PublicKeySize {
		return mistake("public_key", "expected the %d bytes of a public key, not %d: use ParsePublicKey",
			ed25519.PublicKeySize, len(p.PublicKey))
	}
	return nil
}
