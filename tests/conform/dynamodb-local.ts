import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { startListener } from './listener.ts';
import { CACHE, fetchBy, type Program } from './programs.ts';

const VERSION = '3.3.1';
const SERVER = join(import.meta.dirname, 'LoopbackServer.java');
const JARS = join(CACHE, `dynamodb-local-${VERSION}`);
const MEMORY = '-Xmx2g';
const OLDEST_JAVA = 17;

/** Includes the compiler, since the server is started from its source. */
export const programs: readonly Program[] = [
  {
    file: 'javac',
    args: ['-version'],
    suits: (output) => Number(/javac (\d+)/.exec(output)?.[1]) >= OLDEST_JAVA,
    wanted: `a Java Development Kit of version ${OLDEST_JAVA} or newer (java and javac)`,
  },
  { file: 'mvn', args: ['--version'], suits: (output) => output.includes('Apache Maven'), wanted: 'Maven (mvn)' },
];

/** What Maven fetches. Telemetry and unused parts are left out: answering needs neither. */
const PROJECT = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>catering</groupId>
  <artifactId>conform</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>software.amazon.dynamodb</groupId>
      <artifactId>DynamoDBLocal</artifactId>
      <version>${VERSION}</version>
      <exclusions>
${['cognitoidentity', 'cognitoidentityprovider', 'pinpoint', 'dynamodb-enhanced']
  .map((name) => `<exclusion><groupId>software.amazon.awssdk</groupId><artifactId>${name}</artifactId></exclusion>`)
  .join('\n')}
      </exclusions>
    </dependency>
  </dependencies>
</project>
`;

/** A server with DynamoDBs in memory; `openDatabase` opens one. */
export interface Databases {
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * Starts AWS's DynamoDB Local, and fetches it the first time.
 * @throws Problem
 */
export async function startDynamoDbLocal(say: (line: string) => void): Promise<Databases> {
  if (!existsSync(JARS)) await fetchJars(say);
  const classes = [join(JARS, '*')].join(delimiter);
  const args = [MEMORY, `-Djava.library.path=${JARS}`, '-cp', classes, SERVER];
  const { address, stop } = await startListener('java', args, { env: process.env });
  say(`DynamoDB Local ${VERSION} is there`);
  return { address, stop };
}

async function fetchJars(say: (line: string) => void): Promise<void> {
  say(`Fetching DynamoDB Local ${VERSION} by mvn`);
  // The folder has its name only when it is complete.
  const folder = `${JARS}.fetching`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'pom.xml'), PROJECT);
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${folder}`];
  await fetchBy('mvn', ['--batch-mode', '--quiet', ...goal], folder);
  await rename(folder, JARS);
}
