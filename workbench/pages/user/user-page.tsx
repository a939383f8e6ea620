import { Loaded, useAsked } from '../../parts/asked.tsx';
import { Page } from '../../parts/page.tsx';
import { RoleList } from './role-list.tsx';
import { may, readStaff } from './staff.ts';
import { UserList } from './user-list.tsx';

/** 用户与角色: who may sign in for the unit, or for the platform, and what each may do. */
export function UserPage() {
  const asked = useAsked('', readStaff);
  return (
    <Page title="用户与角色">
      <Loaded asked={asked}>
        {(staff) => (
          <div class="sides">
            {may.seeUsers() && <UserList staff={staff} onChanged={asked.again} />}
            {may.seeRoles() && <RoleList staff={staff} onChanged={asked.again} />}
          </div>
        )}
      </Loaded>
    </Page>
  );
}
