//! A Redis of the test's own, from the machine's `redis-server`.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub struct RedisServer {
    pub port: u16,
    child: Child,
    folder: PathBuf,
}

impl RedisServer {
    pub fn start() -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = std::env::temp_dir().join(format!("manao-hub-redis-{}-{port}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut server = Self { port, child: launch(port, &folder), folder };
        server.wait();
        server
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// Ends it at once; nothing is saved.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Starts it again on the same port, with what it last saved: nothing, unless told to.
    pub fn restart(&mut self) {
        self.kill();
        self.child = launch(self.port, &self.folder);
        self.wait();
    }

    /// Runs one command with redis-cli's words.
    pub fn command(&self, words: &[&str]) -> String {
        let mut connection = redis::Client::open(self.url()).unwrap().get_connection().unwrap();
        let mut command = redis::cmd(words[0]);
        for word in &words[1..] {
            command.arg(word);
        }
        format!("{:?}", command.query::<redis::Value>(&mut connection).unwrap())
    }

    fn wait(&mut self) {
        let start = Instant::now();
        let client = redis::Client::open(self.url()).unwrap();
        while client.get_connection().and_then(|mut c| redis::cmd("PING").query::<String>(&mut c)).is_err() {
            assert!(start.elapsed() < Duration::from_secs(30), "redis-server does not answer on port {}", self.port);
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

fn launch(port: u16, folder: &Path) -> Child {
    Command::new("redis-server")
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
        .args(["--enable-debug-command", "yes"])
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("these tests need redis-server 7 or newer in PATH (apt install redis-server)")
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        self.kill();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
