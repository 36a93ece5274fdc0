import { Environment } from '@app/config';
import { ReportMailEntity } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Claimed, WorkClaims } from '../../platform/claimed-work/work-claims';

/** Claims due mails, and stores their results. */
@Injectable()
export class ReportMailClaims extends WorkClaims<ReportMailEntity> {
  constructor(dataSource: DataSource, environment: Environment, clock: Clock) {
    super(
      { dataSource, environment, clock },
      { entity: ReportMailEntity, interrupted: 'The mail was interrupted too often.' },
    );
  }

  async succeed(mail: Claimed<ReportMailEntity>): Promise<void> {
    await this.complete(mail, {}, () => Promise.resolve());
  }
}
