/**
 * Defects that the checker must find. Each is planted in the database or in the pages' network, so
 * that the built product stays unchanged.
 */
export interface Fault {
  name: string;
  /** The product defect that it simulates. */
  what: string;
  /** SQL that plants the defect once a schedule's user exists, and SQL that removes it. */
  plant?: string;
  remove?: string;
  /** A script that runs in every page before its own. */
  script?: string;
  /** Settings of PostgreSQL. */
  settings?: Record<string, string>;
}

/** A trigger of the checker's own schema, and its removal. */
export const trigger = (table: string, when: string, body: string, constraint = false) => ({
  plant: `
    create sequence if not exists history.fault_count;
    create function history.fault() returns trigger
    language plpgsql security definer set search_path = '' as $$ begin ${body} end $$;
    create ${constraint ? "constraint" : ""} trigger zy_fault ${when} on ${table}
      ${constraint ? "deferrable initially deferred" : ""} for each row
      execute function history.fault();`,
  remove: "drop function history.fault cascade; drop sequence history.fault_count;",
});

/**
 * A script that answers the page's requests.
 * @param body has `url`, `init` and `send(url, init)`, and returns the response.
 */
export const answering = (body: string) => `{
  const send = window.fetch.bind(window);
  window.fetch = async (input, init = {}) => {
    const url = String(input);
    ${body}
  };
}`;
