import { applyDecorators } from '@nestjs/common';
import { ApiAcceptedResponse, ApiConflictResponse, ApiNotFoundResponse } from '@nestjs/swagger';
import { ErrorDto } from '../../http/errors/error.dto';
import { jsonOrPage, pageContent, ProducesPage } from '../../http/reference/media-types.decorator';
import { TakesRawData } from '../../http/reference/takes-raw-data.decorator';
import { SuccessDto } from '../../http/responses/success.dto';
import { type Notice, noticePage, questionPage, RESUME_PAGE } from './resume-page';

const UNKNOWN = 'There is no such address, or its execution has ended.';
const ENDED = 'The address has already been used (`already_resumed`) or has expired (`wait_timed_out`).';

const QUESTION = RESUME_PAGE.render(
  questionPage('en', { workflowName: 'Start the boiler', nodeName: 'Approval' }),
);
const notice = (kind: Notice) => RESUME_PAGE.render(noticePage('en', kind));

/**
 * Documents the route that shows the page of a one-time address. The route answers with a page even if the address is
 * unknown or no longer usable.
 */
export function DescribesResumePage(): MethodDecorator {
  return applyDecorators(
    ProducesPage('The page, in Chinese or English by `Accept-Language`.', QUESTION),
    ApiNotFoundResponse({ description: UNKNOWN, content: pageContent(notice('unknown')) }),
    ApiConflictResponse({ description: ENDED, content: pageContent(notice('used')) }),
  );
}

/** Documents the route that resumes a workflow. It answers a browser with pages. */
export function DescribesResumption(): MethodDecorator {
  return applyDecorators(
    TakesRawData('Any JSON, or fields of a form. `LIMIT_WEBHOOK_BYTES` bounds the size.', { approved: true }),
    ApiAcceptedResponse({
      description: 'The workflow continues. A browser gets a page.',
      content: jsonOrPage(SuccessDto, notice('done')),
    }),
    ApiNotFoundResponse({
      description: UNKNOWN,
      content: jsonOrPage(ErrorDto, notice('unknown')),
    }),
    ApiConflictResponse({ description: ENDED, content: jsonOrPage(ErrorDto, notice('used')) }),
  );
}
