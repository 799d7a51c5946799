/**
 * glibc gives each thread a separate heap and keeps freed memory: with twelve function threads that is 80 MB of unused
 * memory. It reads its limits from the environment only when a process starts, so the process replaces itself, under
 * the same id, with the limit set. Other platforms have no such limit and need no relaunch.
 *
 * Source: mallopt(3), M_ARENA_MAX.
 */
export function relaunchWithArenaLimit(): void {
  const { platform, env, execPath, argv, execve } = process;
  if (platform !== 'linux' || execve === undefined || env.MALLOC_ARENA_MAX !== undefined) return;
  const flags = ['--disable-warning=ExperimentalWarning', ...process.execArgv];
  execve(execPath, [execPath, ...flags, ...argv.slice(1)], { ...env, MALLOC_ARENA_MAX: '2' });
}
