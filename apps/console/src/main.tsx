import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from '@tanstack/react-router';
import { onSessionEnded } from './api/plantroom';
import { followNetwork } from './api/use-stream';
import { Providers } from './app/providers';
import { router } from './app/router';
import { leaveSession } from './app/session';

followNetwork();
onSessionEnded(() => void leaveSession(router, 'ended'));

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}
