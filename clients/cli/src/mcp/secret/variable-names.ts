/**
 * Environment variables that change which code a program runs, where it looks for its settings, or whom it trusts. A
 * model that names one would make another program of an allowed one.
 */
const CHANGING_PROGRAMS: readonly RegExp[] = [
  // The loader and the C library: ld.so(8), dyld(1).
  /^(?:LD_.*|DYLD_.*|GLIBC_TUNABLES|GCONV_PATH|LOCPATH|NLSPATH|MALLOC_.*|RES_OPTIONS|HOSTALIASES|LOCALDOMAIN)$/i,
  // Where programs, settings and files are found.
  /^(?:PATH|PATHEXT|CDPATH|FPATH|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|XDG_.*|TMPDIR|TMP|TEMP|PWD)$/i,
  /^(?:COMSPEC|SYSTEMROOT|WINDIR|PSMODULEPATH)$/i,
  // Shells: bash(1), zsh(1).
  /^(?:BASH_.*|BASHOPTS|ENV|SHELL|SHELLOPTS|IFS|PS[0-4]|PROMPT_COMMAND|ZDOTDIR|INPUTRC|TERMINFO.*|TERMCAP)$/i,
  // Interpreters, compilers and package managers.
  /^(?:NODE_.*|NPM_.*|YARN_.*|PNPM_.*|BUN_.*|DENO_.*|PYTHON.*|PIP_.*|UV_.*|PERL.*|RUBY.*|BUNDLE_.*|GEM_.*)$/i,
  /^(?:LUA_.*|PHP.*|R_(?:PROFILE|ENVIRON|LIBS|HOME).*|CLASSPATH|JAVA_.*|_JAVA_OPTIONS|JDK_JAVA_OPTIONS)$/i,
  /^(?:MAVEN_.*|GRADLE_.*|DOTNET_.*|COR_.*|CORECLR_.*|COMPLUS_.*|CARGO.*|RUSTC.*|RUSTFLAGS|RUSTUP_.*)$/i,
  /^(?:GO(?:FLAGS|PATH|ROOT|PROXY|ENV|TOOLCHAIN)|CC|CXX|[A-Z]*FLAGS|MAKEFILES)$/i,
  // Programs that others start: git(1), ssh(1), less(1), sudo(8).
  /^GIT_(?:ALTERNATE|ASKPASS|ATTR|CEILING|COMMON|CONFIG|DIR|EDITOR|EXEC|EXTERNAL|INDEX|OBJECT).*$/i,
  /^GIT_(?:PAGER|PROXY|REDIRECT|SEQUENCE|SHALLOW|SSH|SSL|TEMPLATE|TRACE|WORK).*$/i,
  /^(?:EDITOR|VISUAL|.*PAGER|BROWSER|LESS.*|.*_ASKPASS|.*_RSH|SUDO_.*|SSH_(?:AUTH_SOCK|CONFIG)|RSYNC_.*)$/i,
  // Settings that name programs, and whom a program trusts.
  /^(?:PSQLRC|PSQL_.*|PG(?:SERVICE|SYSCONF|HOST|SSL).*|MYSQL_HOME|KUBECONFIG|DOCKER_(?:HOST|CONFIG|CONTEXT))$/i,
  /^(?:AWS_(?:.*FILE|ENDPOINT.*)|.*_PROXY|SSL_.*|SSLKEYLOGFILE|CURL_.*|REQUESTS_CA_BUNDLE|OPENSSL_.*)$/i,
  // The settings of this program.
  /^AID_(?:KEY|URL|PROFILE)$/i,
];

/** What programs read secrets from, such as `NODE_AUTH_TOKEN`. */
const OF_SECRETS = /_(?:TOKEN|PASSWORD|API_KEY|SECRET)$/i;

/** Whether no secret may be passed in a variable of this name. Case does not matter, as on Windows. */
export function changesPrograms(name: string): boolean {
  return !OF_SECRETS.test(name) && CHANGING_PROGRAMS.some((names) => names.test(name));
}
