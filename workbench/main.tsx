import './style/index.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { LocationProvider } from 'preact-iso/router';
import { isExpired, session } from './api/session.ts';
import { Frame } from './frame.tsx';
import { SignInAgain, SignInPage } from './pages/sign-in/sign-in.tsx';
import { Toasts } from './parts/actions.tsx';
import { setTimeZone } from './parts/dates.ts';

/** The whole workbench. A person who is not signed in signs in at the opened address and then sees its page. */
const Workbench = () => (
  <LocationProvider scope="/w/">
    {/* The key makes another person start with fresh pages. */}
    {session.value === undefined ? <SignInPage /> : <Frame key={`${session.value.vender} ${session.value.uid}`} />}
    {isExpired.value && <SignInAgain />}
    <Toasts />
  </LocationProvider>
);

effect(() => setTimeZone(session.value?.timeZone));

// People keep or guess this address. Everybody signs in at the address of the page that they want.
if (location.pathname === '/w/login') history.replaceState(null, '', '/w/home');

const root = document.getElementById('app');
if (root !== null) render(<Workbench />, root);
