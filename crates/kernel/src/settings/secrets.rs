//! Secrets that are not set.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use super::Settings;

impl Settings {
    /// Reads the secrets that are not set from MANAO_DATA, generating them the first time. Not with an own database: other processes may use it,
    /// and each would generate secrets of its own.
    ///
    /// # Errors
    /// When the folder cannot be written, a stored secret cannot be read, or one is absent with an own database.
    pub fn with_secrets(mut self) -> Result<Self> {
        let shared = [("JWT_SECRET", &self.jwt_secret), ("VOUCHER_KEY", &self.voucher_key)];
        let absent: Vec<&str> = shared.into_iter().filter(|(_, value)| value.is_none()).map(|(name, _)| name).collect();
        ensure!(
            self.database_url.is_none() || absent.is_empty(),
            "with DATABASE_URL all processes share these, so set them, the same everywhere (openssl rand -base64 32 makes one): {}",
            absent.join(", ")
        );
        if self.jwt_secret.is_none() {
            self.jwt_secret = Some(kept_secret(&self.manao_data, "jwt-secret")?);
        }
        if self.voucher_key.is_none() {
            self.voucher_key = Some(kept_secret(&self.manao_data, "voucher-key")?);
        }
        Ok(self)
    }
}

/// Returns 32 random bytes in base64, written once with permissions for the owner only.
fn kept_secret(data: &Path, name: &str) -> Result<String> {
    use base64::Engine as _;
    use std::io::Write as _;
    use std::os::unix::fs::OpenOptionsExt as _;

    let folder = data.join("secrets");
    let path = folder.join(name);
    if let Ok(secret) = std::fs::read_to_string(&path) {
        return Ok(secret.trim().to_owned());
    }
    std::fs::create_dir_all(&folder).with_context(|| format!("create {}", folder.display()))?;
    let secret = base64::engine::general_purpose::STANDARD.encode(rand::random::<[u8; 32]>());
    // A second process may do the same at this moment: the one that links first wins, and both read the winner's.
    let draft = folder.join(format!("{name}.{}", std::process::id()));
    let mut file = std::fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&draft)
        .with_context(|| format!("write {}", draft.display()))?;
    file.write_all(secret.as_bytes())?;
    file.sync_all()?;
    let linked = std::fs::hard_link(&draft, &path);
    std::fs::remove_file(&draft)?;
    if let Err(error) = linked
        && error.kind() != std::io::ErrorKind::AlreadyExists
    {
        return Err(error).with_context(|| format!("write {}", path.display()));
    }
    Ok(std::fs::read_to_string(&path)?.trim().to_owned())
}
