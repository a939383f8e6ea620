import * as z from 'zod/mini';
import { digestPassword, hashDigest, makePassword } from '../../lib/auth/password.ts';
import { requirePermission } from '../../lib/auth/permissions.ts';
import { nameSchemas } from '../../lib/domain/values/output.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { readUpload, requireOneFile } from '../../lib/http/upload.ts';
import { addUnread } from '../../lib/sheets/unread.ts';
import { planUserChanges } from '../../lib/sheets/user-changes.ts';
import { readUserWorkbook } from '../../lib/sheets/user-workbook.ts';
import { writeUsers } from '../../lib/store/user/user-workbook.ts';
import { normaliseKey } from '../../lib/text/normal-form.ts';

/** A new user's password. It is answered this once, to the caller who created the user. */
const NewPassword = z.object({ uid: z.string(), name: z.string(), password: z.string() });
nameSchemas({ NewPassword });

export const { endpoint, handler } = defineEndpoint('setUserSheet', 'PUT /api/user/sheet.xlsx', {
  permission: ['user.create', 'user.edit'],
  logged: { kind: '用户与角色', text: '设置用户表' },
  // This much memory brings a whole core: the passwords of 48 users take two seconds of a core.
  memoryMegabytes: 1769,
  upload: readUpload,
  isUploadOnly: true,
  answersNewIds: true,
  output: z.object({ created: z.int(), changed: z.int(), unchanged: z.int(), passwords: z.array(NewPassword) }),
  reasons: [
    'duplicate_uid',
    'quota_reached',
    'cannot_grant',
    'outranked',
    'protected_self',
    'protected_main_account',
    'unit_not_found',
    'too_many_matches',
  ],
  summary:
    'Creates and changes users of the own unit by a workbook like that of `GET /api/user/sheet.xlsx`, all or none. New users ' +
    'get passwords, which only this answer has. Nobody is deleted.',
  example: { files: '用户名,姓名,角色,电话\nhemin,何敏,营养师,13800000002\nlimei,李梅,营养师,' },
  handle: async ({ files, caller, deps }) => {
    const workbook = readUserWorkbook(requireOneFile(files));
    const secretByUid = new Map<string, { readonly password: string; readonly hash: Promise<string> }>();
    // If the transaction is repeated, a user keeps the password of the first try.
    const makePasswordHash = (uid: string) => {
      const password = makePassword();
      const secret = secretByUid.get(uid) ?? { password, hash: hashDigest(digestPassword(password), deps.hashCost) };
      secretByUid.set(uid, secret);
      return secret.hash;
    };
    const { created, changed, unchangedCount } = await writeUsers(deps.db, caller.vender, workbook, {
      now: deps.now(),
      makePasswordHash,
      findChanges: (usersAndRoles) => {
        const changes = planUserChanges(workbook.entries, usersAndRoles, caller);
        if (changes.created.length > 0) requirePermission(caller, 'user.create');
        if (changes.changed.length > 0) requirePermission(caller, 'user.edit');
        return changes;
      },
    });
    const newPasswords = created.map(({ entry: { uid }, name }) => {
      return { uid, name, password: secretByUid.get(normaliseKey(uid))?.password ?? '' };
    });
    const uids = newPasswords.map(({ uid }) => uid);
    const counts = { created: created.length, changed: changed.length, unchanged: unchangedCount };
    const desc = addUnread({ zh: '成功', en: 'OK' }, workbook.unread);
    return Answer.created(uids, '/api/user', { body: { ...counts, passwords: newPasswords }, desc });
  },
});
