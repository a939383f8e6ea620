import { type AwsAnswer, type AwsCall, Connection } from '../../lib/table/connection.ts';
import { lineTo } from './direct-line.ts';
import { shareEmulator } from './emulator.ts';

const deployed = Connection.prototype.post;

/** A call to a table that a test has opened for itself goes directly, any other as deployed. */
async function postDirectly(this: Connection, call: AwsCall): Promise<AwsAnswer> {
  const line = lineTo(call.endpoint);
  if (!line || call.service !== 'dynamodb') return deployed.call(this, call);
  return { ...(await line.ask(call.target, call.body)), hasCorrectedClock: false };
}

// Most of what a call costs a test is the way to AWS: signature, timeouts, streams. Functions in processes of their own
// go it, and whoever leads calls over another address. It is set once for all files that share a worker.
if (deployed.name !== postDirectly.name) Connection.prototype.post = postDirectly;

shareEmulator();
