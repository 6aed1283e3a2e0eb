//! A shop that has people and orders gets the newest shape: nothing of theirs is lost, and this version reads it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use manao_domain::delivery::DeliveryStatus;
use manao_domain::payment::PaymentStatus;
use manao_domain::registration::EntrantStatus;
use manao_domain::tournament_form::TournamentForm;
use manao_esports::brackets::run::MatchState;
use manao_kernel::database;
use manao_people::account::TERMS_VERSION;
use serde_json::{Value, json};
use sqlx::PgPool;
use sqlx::migrate::Migrator;

use crate::support::{World, bare_database, empty_database};

/// The last shape without tournaments.
const BEFORE: i64 = 34;

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_of_before_the_tournaments_is_taken_along() {
    let (postgres, name) = bare_database().await;
    let db = database::pool(postgres.connect_options(&name), 2);
    let all = sqlx::migrate!("../migrations");
    let older: Vec<_> = all.iter().filter(|step| step.version <= BEFORE).cloned().collect();
    Migrator { migrations: Cow::Owned(older), ..all }.run(&db).await.expect("the shape of before");
    sqlx::raw_sql(include_str!("migrations/shop_0034.sql")).execute(&db).await.expect("the shop of before");
    sqlx::query("insert into terms_acceptances (user_id, version, accepted_at) select id, $1, now() from users")
        .bind(TERMS_VERSION)
        .execute(&db)
        .await
        .unwrap();

    let before = rows(&db).await;
    manao_api::database::migrate(&db).await.expect("the newest shape");
    let after = rows(&db).await;
    for (table, rows) in before {
        assert_eq!(rows.len(), after[&table].len(), "{table}");
        for (row, mut old) in rows {
            if table == "games" {
                old.as_object_mut().unwrap().remove("search_text");
            }
            if table == "orders" {
                let number = old.as_object_mut().unwrap().remove("receipt_number").unwrap();
                old["earlier_receipt_number"] = number;
            }
            if table == "documents" && old["kind"] == "guardian_consent" {
                old["kind"] = json!("parental_consent");
            }
            let new = &after[&table][&row];
            for (column, value) in old.as_object().unwrap() {
                assert_eq!(new.get(column), Some(value), "{table} {row} {column}");
            }
        }
    }
    db.close().await;
    this_version_reads_it(&World::over(postgres, &name, |_| {}).await).await;
}

/// Every row, by its table and its place in there; without the lists that a step or the program itself fills.
async fn rows(db: &PgPool) -> BTreeMap<String, BTreeMap<String, Value>> {
    let tables: Vec<(String, String)> = sqlx::query_as(
        "select schemaname::text, tablename::text from pg_tables where schemaname in ('public', 'kernel', 'people', 'shop', 'esports')
         and tablename not in ('_sqlx_migrations', 'organization_types', 'organizations', 'payment_channels', 'banks')",
    )
    .fetch_all(db)
    .await
    .unwrap();
    let mut all = BTreeMap::new();
    for (schema, table) in tables {
        // A row is named by its key, which no step changes.
        let sql = format!(
            "select (select string_agg(to_jsonb(t) ->> a.attname, ' ' order by a.attnum) from pg_index i join pg_attribute a
                       on a.attrelid = i.indrelid and a.attnum = any(i.indkey) where i.indrelid = '{schema}.{table}'::regclass and i.indisprimary),
                    to_jsonb(t) from {schema}.{table} t"
        );
        let rows: Vec<(String, Value)> = sqlx::query_as(sqlx::AssertSqlSafe(sql)).fetch_all(db).await.unwrap();
        all.insert(table, rows.into_iter().collect());
    }
    all
}

async fn this_version_reads_it(world: &World) {
    let (mali, chai, organizer) = (world.session(200_001).await, world.session(200_002).await, world.session(200_003).await);
    let profile = mali.get("/user/profile/get").await.ok().to_string();
    assert!(profile.contains("โรงเรียนบ้านไกล") && profile.contains("parental_consent"), "{profile}");
    let profile = chai.get("/user/profile/get").await.ok().to_string();
    assert!(profile.contains("Chulalongkorn University"), "{profile}");
    let orders = mali.post("/purchase/get-my-purchase", json!({})).await.ok();
    assert_eq!((&orders["total"], &orders["items"][0]["number"]), (&json!(1), &json!("MN-0034-OLD1")));
    let told = mali.get("/notification/get").await.ok();
    assert_eq!(
        (&told["items"][0]["title"], told["items"][0].get("offer"), &told["unread"]),
        (&json!("Tomorrow"), None, &json!(1))
    );
    let team = mali.get("/tournament/get/teamdetail/4001").await.ok();
    assert_eq!((&team["name"], &team["me"]["role"], &team["memberCount"]), (&json!("ทีมมะนาว"), &json!("captain"), &json!(2)));
    // The team of the same name keeps it too; it is the next one that has to find another.
    let changed = json!({"name": "ทีมมะกรูด", "shortName": "MKR", "version": team["version"]});
    mali.post("/tournament/update-team/4001", changed).await.ok();
    let right = organizer.get("/promoter/me").await.ok();
    assert_eq!(right["status"], "approved", "{right}");
}

/// A table, its column of states, a column that says whether a state is in a set, and what the enum says of each state.
type StateSet = (&'static str, &'static str, &'static str, Vec<(&'static str, bool)>);

fn state_sets() -> [StateSet; 11] {
    let entrant =
        |holds: fn(EntrantStatus) -> bool| EntrantStatus::ALL.iter().map(|state| (state.as_str(), holds(*state))).collect();
    let game = |holds: fn(MatchState) -> bool| MatchState::ALL.iter().map(|state| (state.as_str(), holds(*state))).collect();
    let payment = PaymentStatus::ALL.iter().map(|state| (state.as_str(), state.is_alive())).collect();
    let delivery = DeliveryStatus::ALL.iter().map(|state| (state.as_str(), state.is_open())).collect();
    [
        ("esports.entrants", "status", "active", entrant(EntrantStatus::is_active)),
        ("esports.entrants", "status", "incomplete", entrant(EntrantStatus::is_incomplete)),
        ("esports.entrants", "status", "admitted", entrant(EntrantStatus::is_admitted)),
        ("esports.entrants", "status", "listed", entrant(EntrantStatus::is_listed)),
        ("esports.matches", "state", "settled", game(MatchState::is_settled)),
        ("esports.matches", "state", "listed", game(MatchState::is_listed)),
        ("esports.matches", "state", "upcoming", game(MatchState::is_upcoming)),
        ("esports.matches", "state", "running", game(MatchState::is_running)),
        ("esports.matches", "state", "holds_time", game(MatchState::holds_time)),
        ("shop.payments", "status", "alive", payment),
        ("shop.deliveries", "status", "open", delivery),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_generated_column_says_of_every_state_what_its_enum_says() {
    let (postgres, name) = empty_database().await;
    let db = database::pool(postgres.connect_options(&name), 2);
    for (table, state, column, wanted) in state_sets() {
        let expression = generated(&db, table, column).await;
        for (word, holds) in wanted {
            let said: bool =
                sqlx::query_scalar(sqlx::AssertSqlSafe(format!("select {expression} from (select $1::text) as row ({state})")))
                    .bind(word)
                    .fetch_one(&db)
                    .await
                    .unwrap();
            assert_eq!(said, holds, "{table}.{column} of {word}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_column_of_a_form_has_the_default_of_the_form() {
    let (postgres, name) = empty_database().await;
    let db = database::pool(postgres.connect_options(&name), 2);
    let form = TournamentForm::default();
    let (from, to) = form.hours();
    let defaults = [
        ("confirm_minutes", form.confirm_minutes().to_string()),
        ("hours_from", from.to_string()),
        ("hours_to", to.to_string()),
        ("reporter", form.reporter().to_string()),
        ("show_game_id", form.show_game_id.to_string()),
    ];
    for (column, default) in defaults {
        let expression = generated(&db, "esports.tournaments", column).await;
        for written in ["{}".to_owned(), serde_json::to_string(&form).unwrap()] {
            let of_form = format!("select ({expression})::text from (select $1::text::jsonb) as row (form)");
            let said: String = sqlx::query_scalar(sqlx::AssertSqlSafe(of_form)).bind(&written).fetch_one(&db).await.unwrap();
            assert_eq!(said, default, "{column} of {written}");
        }
    }
}

/// What makes a generated column.
async fn generated(db: &PgPool, table: &str, column: &str) -> String {
    sqlx::query_scalar(
        "select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
         where d.adrelid = $1::text::regclass and a.attname = $2 and a.attgenerated = 's'",
    )
    .bind(table)
    .bind(column)
    .fetch_one(db)
    .await
    .unwrap_or_else(|error| panic!("{table}.{column}: {error}"))
}

/// What a database is made of, a line a thing.
const SHAPE: &str = "
    select 'column ' || c.oid::regclass || ' ' || row_number() over (partition by c.oid order by a.attnum) || ' ' || a.attname || ' '
           || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull || ' ' || a.attidentity::text || a.attgenerated::text || ' '
           || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and c.relnamespace::regnamespace::text = any($1)
    union all select 'table ' || oid::regclass || ' ' || relpersistence::text || ' ' || coalesce(reloptions::text, '') from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text = any($1)
    union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where contype <> 'n' and connamespace::regnamespace::text = any($1)
    union all select 'index ' || indexdef from pg_indexes where schemaname = any($1)
    union all select 'function ' || pg_get_functiondef(oid) from pg_proc where pronamespace::regnamespace::text = any($1)
    union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and c.relnamespace::regnamespace::text = any($1)
    union all select 'sequence ' || schemaname || '.' || sequencename || ' ' || start_value || ' ' || data_type from pg_sequences
    where schemaname = any($1)
    union all select 'extension ' || extname || ' ' || extnamespace::regnamespace from pg_extension";

#[tokio::test(flavor = "multi_thread")]
async fn the_baseline_makes_what_the_steps_make() {
    let mut shapes = Vec::new();
    for migrator in [sqlx::migrate!("../migrations"), sqlx::migrate!("../migrations/baseline")] {
        let (postgres, name) = bare_database().await;
        let db = database::pool(postgres.connect_options(&name), 2);
        migrator.run(&db).await.unwrap();
        let lines: BTreeSet<String> = sqlx::query_scalar(SHAPE)
            .bind(&["kernel", "people", "shop", "esports"][..])
            .fetch_all(&db)
            .await
            .unwrap()
            .into_iter()
            .collect();
        let mut filled = rows(&db).await;
        filled.remove("schema_floor");
        for reference in ["organization_types", "payment_channels", "banks"] {
            let rows: Vec<Value> = sqlx::query_scalar(sqlx::AssertSqlSafe(format!(
                "select to_jsonb(t) from {}.{reference} t order by t::text",
                if reference == "organization_types" { "people" } else { "shop" }
            )))
            .fetch_all(&db)
            .await
            .unwrap();
            filled.insert(reference.to_owned(), rows.into_iter().map(|row| (row.to_string(), row)).collect());
        }
        shapes.push((lines, filled));
    }
    let [(steps, step_rows), (baseline, baseline_rows)] = &shapes[..] else { unreachable!("two") };
    assert!(steps.len() > 2_000);
    assert_eq!(steps.difference(baseline).collect::<Vec<_>>(), Vec::<&String>::new(), "the baseline has not");
    assert_eq!(baseline.difference(steps).collect::<Vec<_>>(), Vec::<&String>::new(), "the steps have not");
    assert_eq!(step_rows, baseline_rows);
}
