module example.com/aid-examples

go 1.24

require git.example/aid/aid/clients/go v0.3.0

require github.com/coder/websocket v1.8.15 // indirect

// In the repository, the SDK of the same commit. Remove this line in a copy.
replace git.example/aid/aid/clients/go => ../../clients/go
