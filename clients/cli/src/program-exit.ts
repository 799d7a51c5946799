/** The program that a command ran has ended: its exit code is that of the command. Nothing is wrong. */
export class ProgramExit extends Error {
  override readonly name = 'ProgramExit';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`the program ended with ${exitCode}`);
    this.exitCode = exitCode;
  }
}
