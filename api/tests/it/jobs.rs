//! Jobs run after the commit that queued them, not before, not without it, and again when they fail.

use std::time::Duration;

use crate::support::World;
use manao_kernel::App;
use manao_kernel::database::JobOptions;
use manao_kernel::jobs::Job;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Unknown {}

impl Job for Unknown {
    const NAME: &'static str = "test.unknown";

    async fn run(self, _: App) -> anyhow::Result<()> {
        Ok(())
    }
}

async fn queued(world: &World) -> Vec<(String, f64)> {
    sqlx::query_as("select task_identifier, extract(epoch from run_at - now())::float8 from graphile_worker.jobs")
        .fetch_all(&world.app.db)
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_belongs_to_its_change() {
    let world = World::new().await;
    let mut dropped = world.app.change().await.unwrap();
    dropped.job(&Unknown {}, JobOptions::default()).await.unwrap();
    drop(dropped);
    assert_eq!(queued(&world).await, []);
    let at = world.app.now() + chrono::Duration::minutes(30);
    for _ in 0..2 {
        let mut change = world.app.change().await.unwrap();
        change.job(&Unknown {}, JobOptions::at(at).key("one")).await.unwrap();
        change.commit().await.unwrap();
    }
    let jobs = queued(&world).await;
    assert_eq!(jobs.len(), 1, "a job of the same key is replaced: {jobs:?}");
    assert!((jobs[0].1 - 1800.0).abs() < 30.0, "{jobs:?}");
    world.advance(Duration::from_secs(1000)).await;
    let jobs = queued(&world).await;
    assert!((jobs[0].1 - 800.0).abs() < 30.0, "time passes for jobs too: {jobs:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_workers_jobs_are_free_again_soon() {
    let world = World::new().await;
    let mut change = world.app.change().await.unwrap();
    change.job(&Unknown {}, JobOptions::default()).await.unwrap();
    change.commit().await.unwrap();
    // The state that a worker leaves when it is killed during the job.
    let left = "with worker as (insert into graphile_worker._private_workers (id, last_heartbeat_at, started_at)
                            values ('killed', now() - interval '1 minute', now() - interval '1 minute') returning id)
                update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - interval '1 minute'";
    sqlx::query(left).execute(&world.app.db).await.unwrap();
    world
        .until("the job to be free", async || {
            let locked = "select count(*) from graphile_worker._private_jobs where locked_by = 'killed'";
            let locked: i64 = sqlx::query_scalar(locked).fetch_one(&world.app.db).await.unwrap();
            (locked == 0).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_was_given_up_is_forgotten_after_two_weeks() {
    let world = World::new().await;
    // The second one still waits for its next try, however late it is.
    for _ in 0..2 {
        let mut change = world.app.change().await.unwrap();
        change.job(&Unknown {}, JobOptions::default()).await.unwrap();
        change.commit().await.unwrap();
    }
    let spent = "update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no such player'
                 where id = (select min(id) from graphile_worker._private_jobs)";
    sqlx::query(spent).execute(&world.app.db).await.unwrap();
    let given_up = async || -> i64 {
        let metrics = world.metrics().await;
        let line = metrics.lines().find(|line| line.starts_with("manao_jobs_given_up ")).unwrap();
        line.rsplit(' ').next().unwrap().parse::<f64>().unwrap() as i64
    };
    // A job replaced by another of its key while it ran, and whose worker was interrupted: nobody has to look into it.
    let retired = "with spare as (insert into graphile_worker._private_jobs (task_id, payload, attempts, max_attempts)
                                   select task_id, '{}', 25, 25 from graphile_worker._private_jobs limit 1 returning id)
                   insert into graphile_worker._private_job_retirements (id) select id from spare";
    sqlx::query(retired).execute(&world.app.db).await.unwrap();
    assert_eq!(given_up().await, 1);
    for (days, left) in [(13, 1), (2, 0)] {
        world.advance(Duration::from_secs(days * 86_400)).await;
        world.run_task("jobs.forget").await;
        assert_eq!(given_up().await, left);
    }
    assert_eq!(queued(&world).await.len(), 1, "the retired one is gone too");
}
