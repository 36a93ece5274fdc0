import { notifications } from '@mantine/notifications';
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/plantroom';
import { refetch } from '../api/refetch';
import { fieldErrors } from './field-errors';
import { useUiTexts } from './ui.texts';
import { useErrorText } from './use-error-text';
import { useFieldText } from './messages/use-message-text';

interface ActionOptions<Result> {
  /** Shown after a success. */
  done?: string | ((result: Result) => string);
  /** Prefixes of the keys of the queries that the action changes: `[['/api/alerts']]`. */
  changes: readonly QueryKey[];
  onDone?: () => void;
  /** Shows what is wrong at the fields of a form. */
  form?: { setErrors: (errors: Record<string, string>) => void };
  /** True if an error is not shown, because the user caused it. */
  isQuiet?: () => boolean;
}

/**
 * Runs a write, and shows the success or the error. Refetches the queries that it changes, also if others have changed
 * them meanwhile.
 */
export function useAction<Input = void, Result = unknown>(
  run: (input: Input) => Promise<Result>,
  { done, changes, onDone, form, isQuiet }: ActionOptions<Result>,
): UseMutationResult<Result, Error, Input> {
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const fieldText = useFieldText();
  const closeButtonProps = { 'aria-label': useUiTexts()('close') };
  const refetchAll = () => Promise.all(changes.map((queryKey) => refetch(queryClient, queryKey)));
  return useMutation({
    mutationFn: run,
    onSuccess: async (result) => {
      if (done) {
        notifications.show({ message: typeof done === 'function' ? done(result) : done, closeButtonProps });
      }
      onDone?.();
      await refetchAll();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void refetchAll();
      if (isQuiet?.()) return;
      form?.setErrors(fieldErrors(error, fieldText));
      notifications.show({ color: 'red', message: errorText(error), autoClose: 10_000, closeButtonProps });
    },
  });
}
