# The doors. `make run` is all a fresh machine needs, besides Rust, Node and make itself.
.PHONY: run test check lint format build bench chaos rehearsal compose reset generate sqlx

run: ## start the shop and the sandbox on this machine; Ctrl-C ends it
	@scripts/run

test: ## everything: formats, lints, Rust, web and browser tests
	@scripts/test

check: ## what one runs while working: formats, lints, types, and the tests that need no server; what has not changed in the web is not tested again
	@scripts/test check

lint: ## formats, lints and types only
	@scripts/test lint

format:
	cargo fmt --all && cd web && npm run -s format

build: ## optimised programs and the web
	@scripts/setup && cd web && npm run -s build && cd .. && cargo build --release --locked -p manao-api -p manao-hub -p manao-sandbox

bench: ## measure; writes bench/RESULTS.md
	@scripts/bench

chaos: ## kill programs and cut sockets while match rooms are used; nobody may miss anything (SECONDS_OF_TRAFFIC=120 SEED=…)
	@scripts/chaos

rehearsal: ## a flash sale in a rush, to its last piece, on a shop of its own (BUYERS=1000 PIECES=100)
	@scripts/rehearsal

compose: ## many machines on one, in containers
	docker compose up --build

reset: ## forget all data of this machine's shop
	@scripts/reset

generate: ## renew what is made from other files: OpenAPI, GraphQL schema, TypeScript client
	@scripts/generate

sqlx: ## renew .sqlx after a query or a migration changed
	@scripts/dev-db sqlx
