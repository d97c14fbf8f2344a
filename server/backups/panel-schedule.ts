import type { Sql } from "../database/connect.ts";
import { gatewayTable } from "../database/gateway-table.ts";

/** The daily time set in the panel, in the database that all servers of the site share. */
export function openPanelSchedule(sql: Sql) {
  const ready = gatewayTable(sql, "backup_schedule", COLUMNS);
  return {
    /** Such as `03:00`; null while backups are off. */
    async get(): Promise<string | null> {
      await ready();
      const [row] = await sql<{ at: string }[]>`select at from gateway.backup_schedule`;
      return row?.at ?? null;
    },
    async set(at: string | null): Promise<void> {
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
