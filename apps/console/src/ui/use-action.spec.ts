import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { useAction } from './use-action';

// The client of the API reads the address of the page.
jest.mock('../api/plantroom', () => ({ ApiError: class extends Error {} }));

const settled = () => new Promise((resolve) => setImmediate(resolve));

function Page({ onReady }: { onReady: (write: () => void) => void }) {
  const { mutate } = useAction(() => Promise.resolve(), { changes: [['records']] });
  onReady(mutate);
  return null;
}

describe('an action', () => {
  it('shows its change also if a first request was answered before it', async () => {
    const client = new QueryClient();
    const requests: ((answer: string) => void)[] = [];
    const queryFn = () => new Promise<string>((resolve) => requests.push(resolve));
    const observer = new QueryObserver(client, { queryKey: ['records'], queryFn });
    const end = observer.subscribe(() => {});
    const page = createElement(Page, { onReady: (write) => write() });
    renderToString(createElement(QueryClientProvider, { client }, page));
    await settled();
    requests[0]?.('before the write');
    await settled();
    requests[1]?.('after the write');
    await settled();
    expect(observer.getCurrentResult().data).toBe('after the write');
    end();
    client.clear();
  });
});
