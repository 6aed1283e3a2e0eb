//! The shape of the database: data from before the baseline is kept, and columns agree with enums and forms.

use manao_domain::delivery::DeliveryStatus;
use manao_domain::payment::PaymentStatus;
use manao_domain::registration::EntrantStatus;
use manao_domain::tournament_form::TournamentForm;
use manao_esports::brackets::MatchState;
use manao_kernel::database::{self, Fit};
use sqlx::PgPool;
use sqlx::migrate::Migrator;

use crate::support::{bare_database, empty_database};

/// Last of the migrations that create an empty database.
const BASELINE: i64 = 4;

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_took_all_earlier_steps_lists_the_baseline() {
    let (postgres, name) = bare_database().await;
    let db = database::pool(postgres.connect_options(&name), 2);
    let migrations = sqlx::migrate!("../migrations");
    let baseline = migrations.iter().filter(|step| step.version <= BASELINE).cloned().collect();
    Migrator { migrations: baseline, ..Migrator::DEFAULT }.run(&db).await.unwrap();
    let taken = async |newest: i64| {
        let steps = "with floor as (update kernel.schema_floor set version = 93)
                     insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                     select version, 'step ' || version, true, '', 0 from generate_series(1, $1) version";
        sqlx::query("delete from _sqlx_migrations").execute(&db).await.unwrap();
        sqlx::query(steps).bind(newest).execute(&db).await.unwrap();
    };
    taken(97).await;
    let refused = manao_api::database::migrate(&db).await.unwrap_err();
    assert!(format!("{refused:#}").contains("its newest step is 97"), "{refused:#}");
    assert_eq!(database::fit(&db).await.unwrap(), Fit::Ahead);
    taken(98).await;
    let (one, two) = tokio::join!(manao_api::database::migrate(&db), manao_api::database::migrate(&db));
    one.and(two).unwrap();
    assert_eq!(database::fit(&db).await.unwrap(), Fit::Fits);
    let steps: Vec<i64> = sqlx::query_scalar("select version from _sqlx_migrations order by 1").fetch_all(&db).await.unwrap();
    assert_eq!(steps, migrations.iter().map(|step| step.version).collect::<Vec<_>>());
}

/// A table, its column of states, a generated column for a set of states, and the enum's opinion of each state.
type StateSet = (&'static str, &'static str, &'static str, Vec<(&'static str, bool)>);

fn state_sets() -> [StateSet; 11] {
    let entrant =
        |holds: fn(EntrantStatus) -> bool| EntrantStatus::ALL.iter().map(|state| (state.as_str(), holds(*state))).collect();
    let game = |holds: fn(MatchState) -> bool| MatchState::ALL.iter().map(|state| (state.as_str(), holds(*state))).collect();
    let payment = PaymentStatus::ALL.iter().map(|state| (state.as_str(), state.is_alive())).collect();
    let delivery = DeliveryStatus::ALL.iter().map(|state| (state.as_str(), state.is_open())).collect();
    [
        ("esports.entrants", "status", "active", entrant(EntrantStatus::is_active)),
        (
            "esports.entrants",
            "status",
            "incomplete",
            entrant(|state| state.is_active() && !state.may_be_decided(EntrantStatus::Invalid)),
        ),
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

/// Returns the expression of a generated column.
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
