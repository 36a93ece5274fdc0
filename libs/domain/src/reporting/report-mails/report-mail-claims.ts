import { Environment } from '@app/config';
import { ReportMailEntity } from '@app/entities';
import { Clock, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Claimed, WorkClaims } from '../../platform/claimed-work/work-claims';
import { ReportMailsService } from './report-mails.service';

/** Claims due mails, stores their results, and publishes the state of their runs. */
@Injectable()
export class ReportMailClaims extends WorkClaims<ReportMailEntity> {
  constructor(
    dataSource: DataSource,
    private readonly mails: ReportMailsService,
    environment: Environment,
    clock: Clock,
  ) {
    super(
      { dataSource, environment, clock },
      { entity: ReportMailEntity, interrupted: say('mail_interrupted') },
    );
  }

  async succeed(mail: Claimed<ReportMailEntity>): Promise<void> {
    await this.complete(mail, {}, () => Promise.resolve());
  }

  /** A mail changes the status of its run only when it has been sent or has failed. */
  protected override async announce({ runId, status }: ReportMailEntity): Promise<void> {
    if (status === 'completed' || status === 'failed') await this.mails.announce(runId);
  }
}
