# The program with its man pages and completions. Builds have no network, so the page of the explorer is that of the source: an archive made by
# packaging/release has it; without it, `explore` serves a plain page.
{
  lib,
  rustPlatform,
  installShellFiles,
  source,
}:

let
  manifest = builtins.fromTOML (builtins.readFile (source + "/Cargo.toml"));
in
rustPlatform.buildRustPackage {
  pname = "crossedge";
  version = manifest.workspace.package.version;
  src = source;
  cargoLock.lockFile = source + "/Cargo.lock";

  cargoBuildFlags = [
    "--package"
    "crossedge-cli"
  ];
  buildFeatures = [ "explore" ];
  env.CARGO_PROFILE_RELEASE_STRIP = "symbols";
  # The checks of the repository take an hour, and need more tools: .ci/run.
  doCheck = false;

  nativeBuildInputs = [ installShellFiles ];
  postInstall = ''
    $out/bin/crossedge man --output man
    installManPage man/*.1
    for shell in bash zsh fish; do
      $out/bin/crossedge completions $shell >crossedge.$shell
    done
    installShellCompletion --cmd crossedge --bash crossedge.bash --zsh crossedge.zsh --fish crossedge.fish
    install -Dm644 LICENSE-APACHE LICENSE-MIT -t $out/share/doc/crossedge
  '';

  doInstallCheck = true;
  installCheckPhase = ''
    $out/bin/crossedge --quiet show "fattree(48)"
  '';

  meta = {
    description = "Exact analysis of interconnection networks";
    license = [
      lib.licenses.mit
      lib.licenses.asl20
    ];
    mainProgram = "crossedge";
    platforms = lib.platforms.unix;
  };
}
