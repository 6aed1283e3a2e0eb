//! A process ends on request, whatever its threads do; and does not start with publicly known keys.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::support::redis_server::RedisServer;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// A program all of whose threads compute for ever.
struct Stuck(Child);

impl Stuck {
    fn start(grace_seconds: u32) -> Self {
        let program = std::env::current_exe().unwrap().parent().unwrap().with_file_name("examples").join("stuck");
        let environment = [("TOKIO_WORKER_THREADS", "2")];
        let mut child =
            Command::new(program).arg(grace_seconds.to_string()).envs(environment).stdout(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
        assert_eq!(said, "stuck\n");
        Self(child)
    }

    fn ask(&self) {
        kill(Pid::from_raw(self.0.id().try_into().unwrap()), Signal::SIGTERM).unwrap();
    }

    /// Waits until it has ended, and repeats an action in the meantime.
    fn ended(&mut self, meanwhile: impl Fn(&Self)) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "it does not end");
            meanwhile(self);
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Stuck {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_stuck_program_ends_when_its_grace_is_over() {
    let mut stuck = Stuck::start(1);
    stuck.ask();
    assert_eq!(stuck.ended(|_| {}).code(), Some(1));
}

#[test]
fn a_stuck_program_ends_at_once_when_asked_again() {
    let mut stuck = Stuck::start(600);
    assert_eq!(stuck.ended(Stuck::ask).code(), Some(1));
}

#[test]
fn no_key_of_the_repository_opens_a_hub_to_other_machines() {
    for (setting, value) in
        [("PUBLIC_URL", "https://shop.example"), ("HUB_ALLOWED_ORIGINS", "http://localhost:8080,https://shop.example")]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_hub"))
            .env("HUB_TOPICS", concat!(env!("CARGO_MANIFEST_DIR"), "/examples/topics.json"))
            .env("JWT_SECRET", "compose-only-secret-change-me-0123456789abcdef")
            .env(setting, value)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains("set your own JWT_SECRET"), "{said}");
    }
}

#[test]
fn a_hub_without_a_table_of_topics_that_it_can_read_says_so_and_ends() {
    let folder = std::env::temp_dir().join(format!("manao-topics-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (tomorrow, absent) = (folder.join("tomorrow.json"), folder.join("absent.json"));
    std::fs::write(&tomorrow, r#"{"format":2,"rows":[]}"#).unwrap();
    for (table, says) in [(&tomorrow, "not of format 1: it says 2"), (&absent, "No such file")] {
        let secret = "nobody-knows-this-one-0123456789abcdef";
        let output = Command::new(env!("CARGO_BIN_EXE_hub")).env("HUB_TOPICS", table).env("JWT_SECRET", secret).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains("HUB_TOPICS") && said.contains(says), "{said}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_hub_at_a_redis_cluster_says_so_and_ends() {
    let port = crate::support::free_port().to_string();
    let cluster = RedisServer::start_with(&["--cluster-enabled", "yes", "--cluster-port", &port]);
    let output = Command::new(env!("CARGO_BIN_EXE_hub"))
        .env("HUB_TOPICS", crate::support::TOPICS)
        .env("JWT_SECRET", "nobody-knows-this-one-0123456789abcdef")
        .env("REDIS_URL", cluster.url())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("REDIS_URL") && said.contains("Redis Cluster is not supported"), "{said}");
}
