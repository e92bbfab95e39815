# The service as an image. With DATABASE_URL it holds no data; without, its PostgreSQL lives in /var/lib/tefo. It runs
# without root and on a read-only root: only /var/lib/tefo is written, and /tmp by the embedded PostgreSQL.
FROM node:26.10.0-bookworm-slim

WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/repair.mjs ./scripts/
COPY patches ./patches
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force

COPY . .
# Not bin/tefo.mjs: that one installs what is missing, and here nothing is, nor may it be.
RUN printf '#!/bin/sh\nexec node /app/src/cli/main.ts "$@"\n' > /usr/local/bin/tefo \
  && chmod 755 /usr/local/bin/tefo \
  && mkdir /var/lib/tefo \
  && chown node:node /var/lib/tefo

# Less memory by half, at about a hundredth of the speed: see docs/operations/sizing.md.
ENV NODE_ENV=production \
  MALLOC_ARENA_MAX=2 \
  TEFO_HOST=0.0.0.0 \
  TEFO_DATA_DIR=/var/lib/tefo
# By its number: Kubernetes cannot know who a name is.
USER 1000:1000
VOLUME /var/lib/tefo
EXPOSE 8420

HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.TEFO_PORT || 8420}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

# Node itself is process 1, so that a signal to stop reaches it.
CMD ["node", "--max-semi-space-size=16", "src/main.ts"]
