import { useQuery } from '@tanstack/react-query';
import { fileContentQuery } from '../file-preview/file-preview.queries';
import { useObjectUrl } from '../file-preview/use-object-url';
import { QueryState } from '../query-state';
import classes from './widget-content.module.css';

/** A picture of the files of the platform. */
export function Picture({ fileId }: { fileId: string }) {
  return (
    <QueryState query={useQuery(fileContentQuery(fileId))} height={160}>
      {(content) => <Shown content={content} />}
    </QueryState>
  );
}

function Shown({ content }: { content: Blob }) {
  return <img className={classes.picture} src={useObjectUrl(content)} alt="" />;
}
