import type { Sql } from "../database/connect.ts";
import { gatewayTable } from "../database/gateway-table.ts";

/** The daily time set in the panel, in the database that all servers of the site share. */
export interface PanelSchedule {
  /** Such as `03:00`; null while backups are off. */
  get(): Promise<string | null>;
  set(at: string | null): Promise<void>;
}

export function openPanelSchedule(sql: Sql): PanelSchedule {
  const ready = gatewayTable(sql, "backup_schedule", COLUMNS);
  return {
    async get() {
      await ready();
      const [row] = await sql<{ at: string }[]>`select at from gateway.backup_schedule`;
      return row?.at ?? null;
    },
    async set(at) {
      await ready();
      if (at === null) await sql`delete from gateway.backup_schedule where only_row`;
      else {
        await sql`insert into gateway.backup_schedule (at) values (${at})
          on conflict (only_row) do update set at = excluded.at`;
      }
    },
  };
}

const COLUMNS = `only_row boolean primary key default true check (only_row),
  at text not null`;
