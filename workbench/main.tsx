import './style/index.css';
import { render } from 'preact';
import { LocationProvider } from 'preact-iso/router';
import { isEnded, session } from './api/session.ts';
import { Frame } from './frame.tsx';
import { SignInAgain, SignInPage } from './pages/sign-in/sign-in.tsx';
import { Toasts } from './parts/toast.tsx';

/** Whoever has not signed in does so at the address that he opened, and then finds what he wanted there. */
function Workbench() {
  return (
    <LocationProvider scope="/w/">
      {/* Another person's page begins anew. */}
      {session.value === undefined ? <SignInPage /> : <Frame key={`${session.value.vender} ${session.value.uid}`} />}
      {isEnded.value && <SignInAgain />}
      <Toasts />
    </LocationProvider>
  );
}

const place = document.getElementById('app');
if (place !== null) render(<Workbench />, place);
