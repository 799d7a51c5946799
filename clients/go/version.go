package aidstack

// userAgent is the user-agent header of every request. Nothing else about the program or the machine is sent.
const userAgent = "aid-stack-go/" + Version
