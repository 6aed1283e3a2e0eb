//! The rooms of the demo shop.

use manao_api::features;
use serde_json::{Value, json};

use crate::support::World;

/// Number of the tournament's matches in each state that needs an action, or that was decided in its room.
const STATES: &str = "
    select jsonb_object_agg(state, count) from (
      select case when m.state = 'decided' then m.decided_by
                  when m.state = 'ready' and p.id is not null then 'proposed'
                  when m.state = 'submitted' then r.kind else m.state end as state, count(distinct m.id) as count
      from esports.matches m join esports.tournaments t on t.id = m.tournament_id
      left join esports.match_proposals p on p.match_id = m.id and p.state = 'open'
      left join esports.match_reports r on r.match_id = m.id
      where t.name_en like $1 and ((m.upcoming or m.running) or m.state = 'decided' and r.id is not null)
      group by 1) as states";

/// Checks that every state of a room is represented, and that a second start adds nothing.
pub async fn rooms_are_in_every_state(world: &World) {
    let states = async |name: &str| -> Value {
        sqlx::query_scalar(STATES).bind(format!("{name}%")).fetch_one(&world.app.db).await.expect(name)
    };
    let talked = async || -> (i64, i64, i64, i64) {
        sqlx::query_as(
            "select (select count(*) from esports.messages where kind = 'text'), (select count(*) from esports.message_flags),
                    (select count(*) from esports.broadcasts where delivered = recipients),
                    (select count(*) from esports.broadcast_readers where read_at is not null)",
        )
        .fetch_one(&world.app.db)
        .await
        .unwrap()
    };
    let (single, double) = (states("RoV Campus Cup").await, states("CODM Street Battle").await);
    assert_eq!(single, json!({"scheduled": 1, "proposed": 1, "sides": 1, "ready": 1}));
    assert_eq!(double, json!({"proposed": 1, "playing": 1, "score": 1, "disputed": 1, "no_show": 1, "staff": 1}),);
    let before = talked().await;
    assert!(before.0 > 30 && before.1 == 1 && before.2 == 1 && before.3 > 3, "{before:?}");
    features::demo(&world.app).await.unwrap();
    assert_eq!(talked().await, before);
    assert_eq!((states("RoV Campus Cup").await, states("CODM Street Battle").await), (single, double));
}
