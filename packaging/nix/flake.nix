# In a clone: nix build '.?dir=packaging/nix', nix run '.?dir=packaging/nix' -- show "fattree(48)"
{
  description = "Crossedge: exact analysis of interconnection networks";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "x86_64-darwin"
        "aarch64-darwin"
      ];
      forSystems = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in
    {
      packages = forSystems (pkgs: {
        default = pkgs.callPackage ./package.nix { source = ../..; };
      });
      devShells = forSystems (pkgs: {
        default = pkgs.mkShell {
          packages = [
            pkgs.cargo
            pkgs.cargo-nextest
            pkgs.clippy
            pkgs.nodejs
            pkgs.openssl
            pkgs.pkg-config
            pkgs.python3
            pkgs.rustc
            pkgs.rustfmt
          ];
        };
      });
    };
}
