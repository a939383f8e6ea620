import { type AwsAnswer, type AwsCall, Connection } from '../../../lib/table/connection.ts';
import { lineTo } from '../table/direct-line.ts';
import { shareEmulator } from '../table/emulator.ts';

const deployed = Connection.prototype.post;

/** Sends a call directly if a test has opened a line to its table, otherwise as in production. */
async function postDirectly(this: Connection, call: AwsCall): Promise<AwsAnswer> {
  const line = lineTo(call.endpoint);
  if (!line || call.service !== 'dynamodb') return deployed.call(this, call);
  return { ...(await line.ask(call.target, call.body)), hasCorrectedClock: false };
}

// Most of a call's time in tests is the way to AWS: signature, timeouts, streams. Functions in processes of their own
// use that way, and so do tests that lead calls over another address. This is set once for all files that share a
// worker.
if (deployed.name !== postDirectly.name) Connection.prototype.post = postDirectly;

shareEmulator();
