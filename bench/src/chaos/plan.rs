//! The faults of the programs and their times: the same for the same seed.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::stage::{APIS, HUBS};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blow {
    /// `kill -9`
    KillHub(usize),
    /// A request to end
    DrainHub(usize),
    KillApi(usize),
    /// Its memory is lost
    KillRedis,
    /// It answers nothing
    StopRedis,
}

#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub at: Duration,
    pub blow: Blow,
    /// How long it is away
    pub away: Duration,
}

/// Plans the faults: every kind comes once before any comes again. They overlap: a hub may die while Redis is away.
pub fn plan(seed: u64, seconds: u64) -> Vec<Step> {
    let mut dice = StdRng::seed_from_u64(seed);
    let (mut steps, mut round) = (Vec::new(), Vec::new());
    let mut at = Duration::from_secs(5);
    // Time to come back from the last one, with traffic.
    while at + Duration::from_secs(8) < Duration::from_secs(seconds) {
        if round.is_empty() {
            round.extend((0..HUBS).flat_map(|hub| [Blow::KillHub(hub), Blow::DrainHub(hub)]));
            round.extend((0..APIS).map(Blow::KillApi));
            round.extend([Blow::KillRedis, Blow::StopRedis, Blow::KillRedis]);
            round.shuffle(&mut dice);
        }
        if let Some(blow) = round.pop() {
            steps.push(Step { at, blow, away: Duration::from_millis(dice.random_range(100..4_000)) });
        }
        at += Duration::from_millis(dice.random_range(1_500..6_000));
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::plan;

    #[test]
    fn a_seed_repeats_its_plan() {
        let told = |seed| format!("{:?}", plan(seed, 120));
        assert_eq!(told(7), told(7));
        assert_ne!(told(7), told(8));
        assert!(plan(7, 120).len() > 15);
    }
}
