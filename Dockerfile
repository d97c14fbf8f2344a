# Any Node.js of package.json's "engines"; pin a digest for builds that must be repeatable.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches ./patches
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force

FROM dependencies AS build
COPY scripts ./scripts
COPY public ./public
COPY shared ./shared
COPY server ./server
COPY src ./src
COPY supabase ./supabase
COPY tsconfig.json vite.config.ts ./
RUN node scripts/setup/run-typescript.mjs scripts/build.ts

# Without the packages of the build: Vite, Tailwind, patch-package and others.
FROM dependencies AS runtime
COPY scripts/build/runtime-packages.mjs scripts/build/keep-runtime-packages.mjs ./scripts/build/
RUN node scripts/build/keep-runtime-packages.mjs

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 FOYER_DATA_DIR=/data
WORKDIR /app
# PostgreSQL runs under the same account, which root could not be.
RUN mkdir /data && chown node:node /data
COPY --from=runtime /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY scripts/serve.mjs ./scripts/serve.mjs
COPY scripts/setup/require-node.mjs ./scripts/setup/require-node.mjs
COPY supabase/migrations ./supabase/migrations
COPY supabase/schemas ./supabase/schemas
COPY supabase/system ./supabase/system
COPY supabase/seed.sql ./supabase/seed.sql
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The server stops within five seconds of SIGTERM, the default stop signal.
CMD ["node", "scripts/serve.mjs"]
