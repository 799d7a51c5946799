/**
 * glibc gives each thread a heap of its own and keeps what they free: with twelve function threads that is 80 MB that
 * nobody uses. It takes its limits from the environment at the start of a process only, so the process replaces itself,
 * under the same id, with the limit set. Other platforms know no such limit and go on as they are.
 *
 * Source: mallopt(3), M_ARENA_MAX.
 */
export function relaunchWithArenaLimit(): void {
  const { platform, env, execPath, argv, execve } = process;
  if (platform !== 'linux' || execve === undefined || env.MALLOC_ARENA_MAX !== undefined) return;
  const flags = ['--disable-warning=ExperimentalWarning', ...process.execArgv];
  execve(execPath, [execPath, ...flags, ...argv.slice(1)], { ...env, MALLOC_ARENA_MAX: '2' });
}
