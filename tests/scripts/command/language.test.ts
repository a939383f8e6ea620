import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { flag, parseCommandLine, text, UsageProblem } from '../../../scripts/command/command.ts';
import { languageOf } from '../../../scripts/command/language.ts';
import { CHINESE, HAN } from '../../support/commands/chinese.ts';
import { carryOut, launch } from '../../support/commands/start.ts';

/** Commands of operators, each with a wrong call and its message in both languages. */
const commands: readonly (readonly [name: string, wrong: readonly string[], en: string, zh: string])[] = [
  ['admin', ['users'], 'users needs --unit N; users --help says more', 'users 需要 --unit N；详见 users --help'],
  [
    'bootstrap',
    ['--stage', 'x'],
    '--uid and one of --stage and --table are needed',
    '缺少 --uid，或 --stage、--table 之一',
  ],
  ['deploy', ['--stage', 'x_1'], '--stage takes up to 30 letters', '--stage 应为不超过 30 个字母'],
  [
    'deploy',
    ['--stage', 'x', '--param', 'docs=yes'],
    'docs takes true or false, not "yes"',
    'docs 应为 true 或 false，而不是 "yes"',
  ],
  [
    'doctor',
    ['--stage', 'x', '--table', 'abc'],
    '--stage and --table exclude each other',
    '--stage 与 --table 不能同时使用',
  ],
  ['export', [], '--unit takes the id of a unit', '--unit 应为单位编号'],
  ['import', [], 'Name one file', '请指定一个文件'],
  ['import-ingredients', [], 'Name at least one file', '请至少指定一个文件'],
  ['keys', ['promote', '--stage', 'x'], 'promote takes the ID of a key', 'promote 需要密钥的 ID'],
  ['lint-template', ['--fast'], "Unknown option '--fast'", '未知选项 --fast'],
  ['migrate', ['--rate', '0'], '--rate takes a whole number', '--rate 应为 1 至 999999 的整数'],
  ['seed', ['--units', 'x'], '--units takes a whole number from 1', '--units 应为 1 至'],
];

describe('the language of the terminal', () => {
  it.each([
    [{}, 'en'],
    [{ LANG: 'C' }, 'en'],
    [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
    [{ LANG: 'zh_TW' }, 'zh'],
    [{ LANG: 'zh_CN.UTF-8', LC_ALL: 'en_GB.UTF-8' }, 'en'],
    [{ LANG: 'en_US.UTF-8', LC_MESSAGES: 'zh_CN' }, 'zh'],
    [{ LANG: 'zh_CN.UTF-8', LC_ALL: '' }, 'zh'],
    [{ LANG: 'de_DE.UTF-8' }, 'en'],
  ] as const)('of %j is %s', (variables, language) => {
    expect(languageOf(variables)).toBe(language);
  });
});

describe('a command of operators', () => {
  const names = [...new Set(commands.map(([name]) => name))];

  it('is each that package.json has beside those of developers', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
    const own = Object.values<string>(scripts).flatMap(
      (line) => /^node scripts\/([\w-]+)\/main\.ts$/.exec(line)?.[1] ?? [],
    );
    const ofDevelopers = ['build', 'new-endpoint', 'new-noun'];
    expect(own.filter((name) => !ofDevelopers.includes(name)).toSorted()).toEqual([...names, 'start'].toSorted());
  });

  it.each(names)('%s has its help in both languages, with the same options', async (name) => {
    const help = async (variables: Readonly<Record<string, string>>) => {
      const { code, stdout, stderr } = await carryOut(`scripts/${name}/main.ts`, ['--help'], variables);
      expect([code, stderr]).toEqual([0, '']);
      return stdout;
    };
    const [english, chinese] = [await help({}), await help(CHINESE)];
    expect(english).not.toMatch(HAN);
    const signs = (text: string) =>
      [...new Set(text.match(/(?<![\w-])--?[a-z][\w-]*|\b[A-Z]{2,}_[A-Z_]+\b/g))].toSorted();
    expect(signs(chinese)).toEqual(signs(english));
    // Apart from options, addresses and usage, everything is in Chinese.
    const prose = chinese.split('\n').filter((line) => /^\S/.test(line) && !HAN.test(line));
    expect(prose).toEqual([]);
  });

  it.each(commands)('%s %j says what is wrong in both languages', async (name, args, en, zh) => {
    const run = (variables: Readonly<Record<string, string>>) => carryOut(`scripts/${name}/main.ts`, args, variables);
    expect(await run({})).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(en) });
    expect(await run(CHINESE)).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(zh) });
  });

  it('start has its help in both languages, and says what is wrong in both', async () => {
    const run = (args: readonly string[], variables: Readonly<Record<string, string>>) =>
      launch('scripts/start/main.ts', args, variables).outcome;
    const [english, chinese, wrong, unknown] = await Promise.all([
      run(['--help'], {}),
      run(['--help'], CHINESE),
      run([], { ...CHINESE, PORT: 'x' }),
      run(['--fast'], CHINESE),
    ]);
    expect(english.stdout).toContain('PORT               a port number from 1 to 65535');
    expect(chinese.stdout).toContain('PORT               1 至 65535 的端口号');
    expect(wrong).toEqual({ code: 1, stdout: '', stderr: 'PORT "x" 不受支持：应为 1 至 65535 的端口号\n' });
    const only = '未知选项 --fast。唯一的选项是 --fresh；其余通过环境变量设置\n';
    expect(unknown).toEqual({ code: 1, stdout: '', stderr: only });
  });
});

describe('a command line that cannot be understood', () => {
  const config = { options: { stage: { ...text, short: 's' }, 'dry-run': flag } };
  const end = '; --help says more';
  const ambiguous = [
    "Option '--stage' argument is ambiguous.",
    "Did you forget to specify the option argument for '--stage'?",
    "To specify an option argument starting with a dash use '--stage=-XYZ'.",
  ].join('\n');
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    [['--fast'], "Unknown option '--fast'", '未知选项 --fast'],
    [['-x'], "Unknown option '-x'", '未知选项 -x'],
    [['here'], "Unexpected argument 'here'. This command does not take positional arguments", '多余的参数 here'],
    [['--stage'], "Option '-s, --stage <value>' argument missing", '选项 -s, --stage <value> 缺少取值'],
    [['--stage', '--dry-run'], ambiguous, '选项 --stage 缺少取值；取值以 - 开头时请写作 --stage=-XYZ'],
    [['--dry-run=1'], "Option '--dry-run' does not take an argument", '选项 --dry-run 不接受取值'],
  ])('%j is told in both languages', (args, en, zh) => {
    expect(() => parseCommandLine(args, config)).toThrow(new UsageProblem(`${en}${end}`));
    vi.stubEnv('LC_ALL', CHINESE.LC_ALL);
    expect(() => parseCommandLine(args, config)).toThrow(new UsageProblem(`${zh}；详见 --help`));
  });
});

describe('the texts of commands', () => {
  const tables = [...new Set(commands.map(([name]) => name)), 'command', 'start'];

  it.each(tables)('of %s are in Chinese where they claim to be', async (name) => {
    const module: Record<string, unknown> = await import(`../../../scripts/${name}/words.ts`);
    const texts = Object.values(Object(module['words'])).filter((text) => typeof text === 'object');
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) {
      expect(text).toEqual({ en: expect.stringMatching(/[A-Za-z]/), zh: expect.stringMatching(HAN) });
    }
  });
});
