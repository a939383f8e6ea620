// Sends a built function one event, as Lambda does, and prints what it took: node function.mjs BUNDLE EVENT_FILE
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [bundle = '', eventFile = ''] = process.argv.slice(2);
const { handler } = await import(pathToFileURL(bundle).href);
const idleMb = readMostMb();
const begin = process.cpuUsage();
const event = JSON.parse(readFileSync(eventFile, 'utf8'));
const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => 15_000 };
const reply = await handler(event, context);
const { user, system } = process.cpuUsage(begin);
const maxMb = readMostMb();
process.stdout.write(JSON.stringify({ reply, idleMb, maxMb, cpuMs: Math.round((user + system) / 1000) }));
// Connections are kept open for a next call, which does not come here.
process.exit(0);

/** The most memory that this process has had so far. The value of `resourceUsage` begins with the parent's. */
function readMostMb() {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readStatus())?.[1] ?? process.resourceUsage().maxRSS;
  return Math.round(Number(kilobytes) / 1024);
}

/** Empty where the system has no such file. */
function readStatus() {
  try {
    return readFileSync('/proc/self/status', 'utf8');
  } catch {
    return '';
  }
}
